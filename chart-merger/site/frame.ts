/** The frame that all pages of the published site have. All links are relative, so a page works from a folder and below any address. */
import { type Html, html } from './html.ts';
import type { SiteLink } from './site-data.ts';

interface Parts {
  title: string;
  heading: Html;
  /** Links of the navigation. */
  links: Html;
  /** The element `main`, whose id is `results`. */
  main: Html;
  footer: string;
  scripts?: Html;
}

const framed = ({ title, heading, links, main, footer, scripts = html`` }: Parts): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<link rel="icon" href="data:," />
<title>Outcry: ${title}</title>
<link rel="stylesheet" href="./choose.css" />
</head>
<body>
<a class="skip" href="#results">Skip to the results</a>
<header class="bar">${heading}<nav id="links" class="study-links" aria-label="Pages">${links}</nav></header>
${main}
<footer class="hint"><p>${footer}</p></footer>
${scripts}</body>
</html>
`.text;

export const linksView = (links: readonly SiteLink[]): Html =>
  html`${links.map(({ text, href }) => html`<a href="${href}">${text}</a> `)}`;

/** A page that needs no script. */
export const sitePage = (title: string, links: readonly SiteLink[], body: Html): string =>
  framed({
    title,
    heading: html`<p class="brand">Outcry</p>`,
    links: linksView(links),
    main: html`<main id="results" tabindex="-1"><article class="card page">${body}</article></main>`,
    footer: 'A program wrote this page. Outcry is under the MIT licence.',
  });

/** The page for a person who chooses, which its script draws from the data in it. */
export const choosePage = (): string =>
  framed({
    title: 'which real-time framework?',
    heading: html`<h1><span class="brand">Outcry</span> <span>which real-time framework?</span></h1>`,
    links: html``,
    main: html`<main id="results" tabindex="-1" aria-busy="true"><noscript><p class="notice card">This page draws its tables with JavaScript.</p></noscript></main>`,
    footer:
      'A program wrote this page from kept records of measurements. Outcry is under the MIT licence. This page needs no other software; pages of charts are drawn with Highcharts, whose licence is free for non-commercial use only.',
    scripts: html`<script type="application/json" id="report-data"></script>\n<script src="./choose.js"></script>\n`,
  });
