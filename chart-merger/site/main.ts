/** The chooser's page in a browser: draws it from the data in the page, or from the web API, and keeps page and address together. */
import './site.css';
import { CRITERIA, type Criterion, type Findings } from '../../merge/choice/types.ts';
import { TRANSPORTS } from '../../metrics/transports.ts';
import { askApi } from '../page/model/data-source.ts';
import { type ChoosePage, chooseView, chosenView, WORDS } from './choose-view.ts';
import { linksView } from './frame.ts';
import { html } from './html.ts';
import { APPS } from './known-apps.ts';
import type { SiteData } from './site-data.ts';
import { type Choices, DEFAULTS, readChoices, writeChoices } from './state.ts';

const find = (id: string): HTMLElement => document.getElementById(id)!;

/** A page of the published site has its data in itself; one that the web API serves asks for them. */
async function dataHere(): Promise<SiteData> {
  const text = document.getElementById('report-data')?.textContent?.trim();
  if (text) return JSON.parse(text) as SiteData;
  const findings = await askApi<Findings>('/api/choice');
  return { findings, links: [{ text: 'Results', href: '/' }], studyPages: '/?study=*' };
}

function start({ findings, links, studyPages }: SiteData): void {
  const page: ChoosePage = { findings, apps: APPS, studyLink: (id) => studyPages.replace('*', id.toLowerCase()) };
  let choices = readChoices(location.search);
  const main = find('results');
  const draw = (): void => {
    main.innerHTML = chooseView(page, choices).text;
  };
  const choose = (next: Choices): void => {
    choices = next;
    history.replaceState(null, '', `${location.pathname}${writeChoices(choices)}${location.hash}`);
    const focused = document.activeElement?.id;
    const { order, table } = chosenView(page, choices);
    find('order').innerHTML = order.text;
    find('table').innerHTML = table.text;
    // The head of the table is drawn anew: what had the focus has it again.
    if (focused?.startsWith('sort-')) find(focused)?.focus();
  };
  find('links').innerHTML = linksView(links).text;
  draw();
  main.addEventListener('input', ({ target }) => {
    const { name, value } = target as HTMLInputElement;
    const checked = [...main.querySelectorAll<HTMLInputElement>(`input[name="${name}"]:checked`)].map(
      (one) => one.value,
    );
    if (name === 'transport') choose({ ...choices, transports: TRANSPORTS.filter((one) => checked.includes(one)) });
    else if (name === 'language') choose({ ...choices, languages: checked });
    else if (name === 'alone') choose({ ...choices, alone: checked.length > 0 });
    else if (name === 'measured') choose({ ...choices, measured: value });
    else if (CRITERIA.some(({ id }) => id === name)) {
      const weight = Number(value);
      const shown = (target as HTMLElement).closest<HTMLElement>('.weight')!;
      shown.dataset.weight = value;
      shown.querySelector('output')!.textContent = WORDS[weight] ?? '';
      choose({ ...choices, weights: { ...choices.weights, [name]: weight } });
    }
  });
  main.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button');
    if (button?.id === 'reset') {
      choose(DEFAULTS);
      draw();
      find('reset').focus();
    }
    const sort = button?.dataset.sort as Criterion | 'name' | undefined;
    if (sort !== undefined) choose({ ...choices, sort, down: choices.sort === sort && !choices.down });
  });
  main.setAttribute('aria-busy', 'false');
}

dataHere().then(start, (error: Error) => {
  find('results').innerHTML = html`<p class="notice card problem" role="alert">${error.message}</p>`.text;
});
