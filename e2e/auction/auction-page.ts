/** The auction page as a person sees and uses it. The functional tests know the page's markup through this file alone. */
import { By, Key, type WebDriver } from 'selenium-webdriver';
import { eventually } from '../../system/testing/eventually.ts';

/** An item as its card shows it. */
interface Card {
  id: string;
  name: string;
  description: string;
  addedBy: string;
  minimumPrice: string;
  leadingBid: string | null;
  leadingBidder: string | null;
  bids: string;
  /** True if the card offers to remove it. */
  removable: boolean;
}

/** The state of a field: the text beside it, and whether a screen reader would report it too. */
interface FieldState {
  problem: string;
  invalid: boolean;
  /** The problem is among what describes the field. */
  described: boolean;
  focused: boolean;
}

export const PASSWORD = 'correct horse battery';

const CARDS = `
  const text = (card, selector) => card.querySelector(selector)?.textContent ?? null;
  return [...document.querySelectorAll('#items > li')].map((card) => ({
    id: card.dataset.item,
    name: text(card, 'h3 bdi'),
    description: text(card, '.description'),
    addedBy: text(card, '.added-by'),
    minimumPrice: text(card, '.minimum-price'),
    leadingBid: text(card, '.leading-bid'),
    leadingBidder: text(card, '.leading-bidder'),
    bids: text(card, '.bids'),
    removable: card.querySelector('.remove') !== null,
  }));`;

const FIELD = `
  const field = document.getElementById(arguments[0]);
  const problem = document.getElementById(arguments[0] + '-problem');
  return {
    problem: problem.checkVisibility() ? problem.textContent : '',
    invalid: field.getAttribute('aria-invalid') === 'true',
    described: field.getAttribute('aria-describedby').split(' ').includes(problem.id),
    focused: document.activeElement === field,
  };`;

export class AuctionPage {
  /** The name of the user who is logged in here; `cards` tells "you" by it. */
  user = '';

  constructor(readonly driver: WebDriver) {}

  /** Opens the page, as a reload would, and waits until it is connected and shows the list. */
  async open(url: string, transport: string): Promise<void> {
    await this.driver.get(`${url}/?transport=${transport}`);
    await this.untilConnected();
  }

  /** Makes the viewport `width` wide; null: as wide as the window, which does not get as narrow as a telephone. */
  async setWidth(width: number | null): Promise<void> {
    const bidi = await this.driver.getBidi();
    const context = await this.driver.getWindowHandle();
    const viewport = width === null ? null : { width, height: 800 };
    await bidi.send({ method: 'browsingContext.setViewport', params: { context, viewport } });
    if (width === null) return;
    await this.until(
      async () => (await this.driver.executeScript('return innerWidth')) === width,
      `a page ${width} px wide`,
    );
  }

  /** The login of this tab is forgotten from the next opening on. */
  async forgetLogin(): Promise<void> {
    await this.driver.executeScript('try { sessionStorage.clear(); } catch {}');
  }

  async until(condition: () => Promise<boolean>, what: string): Promise<void> {
    await eventually(condition, `${what}, by ${this.user || 'a visitor'}`);
  }

  /** The visible text of the element with `id`; empty when there is none. */
  text(id: string): Promise<string> {
    const script =
      'const e = document.getElementById(arguments[0]); return e?.checkVisibility() ? e.innerText.trim() : "";';
    return this.driver.executeScript(script, id);
  }

  /** Unfolds what is folded on a narrow page. */
  async unfold(): Promise<void> {
    for (const summary of await this.driver.findElements(By.css('details:not([open]) > summary')))
      await summary.click();
  }

  async connected(): Promise<boolean> {
    return this.driver.executeScript<boolean>(
      `return document.querySelector('#connection')?.classList.contains('connected') ?? false`,
    );
  }

  untilConnected(): Promise<void> {
    return this.until(() => this.connected(), 'the connection');
  }

  async untilLost(): Promise<void> {
    await this.until(async () => (await this.text('trouble')) === 'Connection lost. Trying again …', 'the loss told');
  }

  click(id: string): Promise<void> {
    return this.driver.findElement(By.id(id)).click();
  }

  /** Types into a field, in the place of what is there. */
  async type(id: string, text: string): Promise<void> {
    await this.driver.findElement(By.id(id)).clear();
    await this.driver.findElement(By.id(id)).sendKeys(text);
  }

  /** Puts `text` into a field in one go, as a paste does: for what no keyboard can type. */
  async paste(id: string, text: string): Promise<void> {
    const script = `
      const field = document.getElementById(arguments[0]);
      field.value = arguments[1];
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));`;
    await this.driver.executeScript(script, id, text);
  }

  value(id: string): Promise<string> {
    return this.driver.executeScript('return document.getElementById(arguments[0]).value', id);
  }

  field(id: string): Promise<FieldState> {
    return this.driver.executeScript(FIELD, id);
  }

  async untilProblem(id: string): Promise<FieldState> {
    await this.until(async () => (await this.field(id)).problem !== '', `a problem beside ${id}`);
    return this.field(id);
  }

  async untilUser(name: string): Promise<void> {
    await this.until(async () => (await this.text('user')) === name, `"${name}" logged in`);
    this.user = name;
  }

  async register(name: string, password = PASSWORD): Promise<void> {
    await this.enter('register', name, password);
    await this.untilUser(name);
  }

  async logIn(name: string, password = PASSWORD): Promise<void> {
    await this.enter('log-in', name, password);
    await this.untilUser(name);
  }

  /** Fills in the account form and clicks its button `how`. */
  async enter(how: 'register' | 'log-in', name: string, password: string): Promise<void> {
    await this.type('account-name', name);
    await this.type('account-password', password);
    await this.click(how);
  }

  async logOut(): Promise<void> {
    await this.click('log-out');
    await this.until(async () => (await this.text('user')) === '', 'the end of the login');
    this.user = '';
  }

  async add(name: string, price: string, description = ''): Promise<void> {
    await this.#untilReady('#add');
    await this.paste('add-name', name);
    await this.paste('add-description', description);
    await this.type('add-price', price);
    await this.click('add');
  }

  /**
   * Waits for the reply to the form of `button`, since a form that is being sent takes nothing else. An event about it to everybody
   * may come before that: over long-polling, a poll before.
   */
  async #untilReady(button: string): Promise<void> {
    const ready = async () => (await this.driver.findElement(By.css(button)).getAttribute('aria-disabled')) === 'false';
    await this.until(ready, 'the form ready');
  }

  /** All cards, with "you" as the user's name. */
  async cards(): Promise<Card[]> {
    const cards = await this.driver.executeScript<Card[]>(CARDS);
    const named = (name: string | null) => (name === 'you' ? this.user : name);
    return cards.map((card) => ({
      ...card,
      addedBy: named(card.addedBy)!,
      leadingBidder: named(card.leadingBidder),
    }));
  }

  async card(name: string): Promise<Card | undefined> {
    return (await this.cards()).find((card) => card.name === name);
  }

  /** Waits for the card of the item `name` and gives it. */
  async untilCard(name: string, fields: Partial<Card> = {}): Promise<Card> {
    let seen: Card | undefined;
    const matches = async () => {
      seen = await this.card(name);
      return seen !== undefined && Object.entries(fields).every(([key, value]) => seen![key as keyof Card] === value);
    };
    try {
      await this.until(matches, `"${name}" with ${JSON.stringify(fields)}`);
    } catch (error) {
      throw new Error(`${(error as Error).message}\nlast seen: ${JSON.stringify(seen)}`);
    }
    return seen!;
  }

  async untilGone(name: string): Promise<void> {
    await this.until(async () => (await this.card(name)) === undefined, `"${name}" gone`);
  }

  amountOf(card: Card): string {
    return `item-${card.id}-amount`;
  }

  async bid(name: string, amount: string): Promise<void> {
    const card = await this.untilCard(name);
    await this.#untilReady(`[data-item="${card.id}"] .place-bid`);
    await this.type(this.amountOf(card), amount);
    await this.clickIn(card, '.place-bid');
  }

  clickIn(card: Card, selector: string): Promise<void> {
    return this.driver.findElement(By.css(`[data-item="${card.id}"] ${selector}`)).click();
  }

  /** The text below the bid on the item `name` that is about no field. */
  async problemIn(name: string): Promise<string> {
    const card = await this.untilCard(name);
    const script = 'return document.querySelector(arguments[0]).textContent';
    return this.driver.executeScript(script, `[data-item="${card.id}"] .bid-problem`);
  }

  /** What the card of the item `name` says of having been outbid; empty when it says nothing. */
  async outbidOn(name: string): Promise<string> {
    const card = await this.untilCard(name);
    const script = 'const e = document.querySelector(arguments[0]); return e.checkVisibility() ? e.innerText : "";';
    return this.driver.executeScript(script, `[data-item="${card.id}"] .outbid-note`);
  }

  async remove(name: string): Promise<void> {
    const card = await this.untilCard(name);
    await this.clickIn(card, '.remove');
    await this.clickIn(card, '.really-remove');
  }

  notices(): Promise<string[]> {
    return this.driver.executeScript(`return [...document.querySelectorAll('.notice')].map((n) => n.textContent)`);
  }

  async untilNotice(text: string): Promise<void> {
    await this.until(async () => (await this.notices()).includes(text), `the notice "${text}"`);
  }

  /** Presses `keys` wherever the focus is. */
  async press(...keys: string[]): Promise<void> {
    await this.driver
      .actions()
      .sendKeys(...keys)
      .perform();
  }

  hasFocus(selector: string): Promise<boolean> {
    return this.driver.executeScript('return document.activeElement.matches(arguments[0])', selector);
  }

  /** Moves the focus forward with the Tab key (or back) until `selector` has it. */
  async tabTo(selector: string, back = false): Promise<void> {
    for (let steps = 0; steps < 200; steps += 1) {
      if (await this.hasFocus(selector)) return;
      const actions = this.driver.actions();
      await (back
        ? actions.keyDown(Key.SHIFT).sendKeys(Key.TAB).keyUp(Key.SHIFT)
        : actions.sendKeys(Key.TAB)
      ).perform();
    }
    throw new Error(`the Tab key never came to ${selector}`);
  }
}
