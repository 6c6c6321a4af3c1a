/** The page itself: how it looks at two sizes, and whether it can be used without a mouse. */
import { Key } from 'selenium-webdriver';
import { type AuctionPage, PASSWORD } from './auction-page.ts';
import { layoutOf, showInFrame } from './layout.ts';
import type { Meeting } from './meeting.ts';

const FITS = { overlaps: [], outside: [], nameless: [] };

export function announceLookScenes(meeting: Meeting): void {
  meeting.together('everything has its place at 1280 px', async (ann) => {
    await crowd(meeting, ann.page);
    const layout = await layoutOf(ann.page.driver);
    expect(layout).toMatchObject({ ...FITS, wide: layout.seen });
    expect(layout.seen).toBeGreaterThan(1_000);
  });

  meeting.together('everything has its place at 400 px, logged in or not', async (ann, bob) => {
    for (const { page, loggedIn } of [
      { page: ann.page, loggedIn: true },
      { page: bob.page, loggedIn: false },
    ]) {
      if (!loggedIn) await page.logOut();
      await showInFrame(page.driver, 400);
      try {
        await page.untilConnected();
        await page.unfold();
        if (loggedIn) await crowd(meeting, page);
        else await page.enter('register', '', '');
        const layout = await layoutOf(page.driver);
        expect(layout).toMatchObject({ ...FITS, wide: layout.seen });
        expect(layout.seen).toBeLessThanOrEqual(400);
        expect(layout.seen).toBeGreaterThan(350);
      } finally {
        await page.driver.switchTo().defaultContent();
      }
    }
    await meeting.openBob();
    await bob.page.logIn(bob.name);
  });

  meeting.together('all of it can be done with the keyboard alone', async (ann, bob) => {
    const { page } = ann;
    const item = meeting.unique('Piano');
    const visitor = meeting.unique('Zoë');
    await page.logOut();
    await page.until(() => page.hasFocus('#account-name'), 'the focus on the name');
    await page.press(visitor, Key.TAB, PASSWORD);
    await page.tabTo('#register');
    await page.press(Key.ENTER);
    await page.untilUser(visitor);
    await page.until(() => page.hasFocus('#items-heading'), 'the focus on the items');
    await page.tabTo('#add-name', true);
    await page.press(item, Key.TAB, 'Black.', Key.TAB, '100', Key.ENTER);
    const card = await page.untilCard(item, { description: 'Black.' });
    await page.until(() => page.hasFocus('#add-name'), 'the focus on the next name');
    await page.tabTo(`#${page.amountOf(card)}`);
    await page.press('100', Key.ENTER);
    await bob.page.untilCard(item, { leadingBid: '€100.00', leadingBidder: visitor });
    await page.tabTo(`[data-item="${card.id}"] .remove`);
    await page.press(Key.ENTER);
    await page.until(() => page.hasFocus('.keep'), 'the focus on Keep');
    await page.press(Key.ENTER);
    await page.until(() => page.hasFocus(`[data-item="${card.id}"] .remove`), 'the focus back on Remove');
    await page.press(Key.ENTER);
    await page.tabTo('.really-remove');
    await page.press(Key.ENTER);
    await bob.page.untilGone(item);
    await page.until(() => page.hasFocus('#items h3, #items-heading'), 'the focus on what is next to it');
    await page.tabTo('#log-out', true);
    await page.press(Key.ENTER);
    await page.until(async () => (await page.text('user')) === '', 'the end of the login');
    await page.logIn(ann.name);
  });

  meeting.scene('a transport it does not have is said to be none of its own', async (_ann, bob) => {
    await bob.page.open(meeting.stage.url, '<b>pigeon</b>');
    expect(await bob.page.text('unknown-transport')).toMatch(/^There is no transport “<b>pigeon<\/b>” here;/);
    expect(await bob.page.text('transport')).toBe(meeting.transport);
  });
}

/** Fills the page with what takes room: long texts, large amounts, a refusal, a question. */
async function crowd(meeting: Meeting, page: AuctionPage): Promise<void> {
  const long = meeting.unique(`${'Donaudampfschifffahrt'.repeat(3)} and some`);
  await page.add(long, '9999999.98', `${'x'.repeat(500)}\n`.repeat(3));
  await page.bid(long, '9999999.99');
  const card = await page.untilCard(long, { leadingBid: '€9,999,999.99' });
  await page.bid(long, '1.234');
  await page.untilProblem(page.amountOf(card));
  await page.clickIn(card, '.remove');
  await page.add('', '');
  await page.untilProblem('add-name');
}
