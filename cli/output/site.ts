/** The published site as files: the chooser's page, a page of each study, the method, charts of sessions, and the raw records. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withData } from '../../chart-merger/single-file.ts';
import { sitePage } from '../../chart-merger/site/frame.ts';
import { html } from '../../chart-merger/site/html.ts';
import { markdownHtml } from '../../chart-merger/site/markdown.ts';
import { claimsView, type Download, downloadsView } from '../../chart-merger/site/pages.ts';
import type { SiteData, SiteLink } from '../../chart-merger/site/site-data.ts';
import type { BestStudy } from '../../merge/claims/best-size.ts';
import type { KeptFindings } from '../../records/kept-findings.ts';
import { ROOT } from '../../system/root.ts';
import { studyFacts } from './findings/study-page.ts';

/** A page of charts. */
export interface SessionPage {
  /** The session's id. */
  id: string;
  title: string;
  html: string;
}

/** Pages of the documentation that the site has, by their files in `docs/`. */
const DOCS = { 'method.md': 'method.html', 'reference.md': 'reference.html', 'recovery.md': 'recovery.html' } as const;

const studyFile = (id: string): string => `study-${id.toLowerCase()}.html`;
const sessionFile = (id: string): string => `session-${id}.html`;
export const recordsFile = (id: string): string => `records/${id}.records.json.gz`;

/** The address on the site of what a page of `docs/` links to; null: it is not published. */
export function addressOf(href: string): string | null {
  if (href.startsWith('#')) return href;
  if (/^https?:\/\//.test(href)) return href;
  const [, name, anchor = ''] = /^(?:\.\.\/)?(?:findings\/)?([\w-]+\.md)(#[\w-]+)?$/.exec(href) ?? [];
  if (name === undefined) return null;
  if (name === 'findings.md') return anchor === '#the-studies' ? 'index.html#studies' : 'index.html';
  if (/^study-[a-z]\.md$/.test(name)) return name.replace('.md', '.html');
  return name in DOCS ? `${DOCS[name as keyof typeof DOCS]}${anchor}` : null;
}

/** The sessions that a study's page rests on. */
export const sessionsOf = ({ sizes }: BestStudy): string[] =>
  sizes.flatMap(({ parts }) => parts.flatMap(({ session }) => session ?? []));

function studyHtml(study: BestStudy, links: readonly SiteLink[]): string {
  const facts = markdownHtml(studyFacts(study).join('\n'), addressOf);
  const downloads = sessionsOf(study).map((id): Download => ({ text: id, href: recordsFile(id) }));
  const body = html`${facts}${claimsView(study.claims)}${downloadsView('Raw records', downloads)}`;
  return sitePage(`study ${study.id}`, links, body);
}

/**
 * The texts of the site by their paths in it, without the raw records.
 * @param dist the folder of the built pages
 */
export function siteFiles({ findings, studies }: KeptFindings, sessions: readonly SessionPage[], dist: string) {
  const built = (name: string): string => readFileSync(join(dist, name), 'utf8');
  const links: SiteLink[] = [
    { text: 'Choose', href: 'index.html' },
    { text: 'What survives', href: 'recovery.html' },
    { text: 'Method', href: 'method.html' },
    ...findings.studies.map(({ id }) => ({ text: `Study ${id}`, href: studyFile(id) })),
    ...(sessions.length > 0 ? [{ text: 'Sessions', href: 'sessions.html' }] : []),
  ];
  const data: SiteData = { findings, links, studyPages: studyFile('*') };
  const files = new Map<string, string>([
    ['index.html', withData(built('choose.html'), data)],
    ['choose.js', built('choose.js')],
    ['choose.css', built('choose.css')],
    ...studies.map((study): [string, string] => [studyFile(study.id), studyHtml(study, links)]),
  ]);
  for (const [name, file] of Object.entries(DOCS)) {
    const text = readFileSync(join(ROOT, 'docs', name), 'utf8');
    files.set(file, sitePage(name.replace('.md', ''), links, markdownHtml(text, addressOf)));
  }
  for (const session of sessions) files.set(sessionFile(session.id), session.html);
  if (sessions.length > 0) {
    const list = html`<h1>Sessions</h1><ul>${sessions.map(({ id, title }) => html`<li><a href="${encodeURI(sessionFile(id))}">${title}</a></li>`)}</ul><p class="hint">Pages of charts are drawn with Highcharts. Its licence is free for non-commercial use only; for other uses get one from highcharts.com.</p>`;
    const downloads = sessions.map(({ id }): Download => ({ text: id, href: encodeURI(recordsFile(id)) }));
    files.set('sessions.html', sitePage('sessions', links, html`${list}${downloadsView('Raw records', downloads)}`));
  }
  return files;
}
