/** Scenes of what the auction house refuses, and of what it accepts but must not fall for. */
import { PASSWORD } from './auction-page.ts';
import { DOUBTFUL, SHOWN } from './hostile.ts';
import type { Meeting } from './meeting.ts';

export function announceRefusalScenes(meeting: Meeting): void {
  meeting.together('refusals are sentences beside the field', async (ann, bob) => {
    const name = meeting.unique('Vase');
    await bob.page.add(name, '25');
    const card = await ann.page.untilCard(name);
    const amount = ann.page.amountOf(card);
    const refused = { problem: expect.stringMatching(/^[A-Z].+\.$/), invalid: true, described: true, focused: true };
    for (const bid of ['24.99', '', 'much', '1.234', '-30', '10000000.01']) {
      await ann.page.bid(name, bid);
      expect(await ann.page.untilProblem(amount)).toEqual(refused);
      expect(await ann.page.value(amount)).toBe(bid);
    }
    await ann.page.bid(name, '30');
    await ann.page.untilCard(name, { leadingBid: '€30.00' });
    await ann.page.bid(name, '30.00');
    expect(await ann.page.untilProblem(amount)).toEqual(refused);
    await ann.page.add(' ', '1');
    expect(await ann.page.untilProblem('add-name')).toEqual(refused);
    await ann.page.add('x'.repeat(10_000), '1');
    expect(await ann.page.untilProblem('add-name')).toEqual(refused);
    await ann.page.add('Rug', 'cheap');
    expect(await ann.page.untilProblem('add-price')).toEqual(refused);
    expect((await ann.page.field('add-name')).problem).toBe('');
    await ann.page.add('Rug', '1', 'x'.repeat(10_000));
    expect(await ann.page.untilProblem('add-description')).toEqual(refused);
    expect(await ann.page.card('Rug')).toBeUndefined();
    await bob.page.logOut();
    await bob.page.enter('register', ann.name, PASSWORD);
    expect(await bob.page.untilProblem('account-name')).toEqual(refused);
    await bob.page.logIn(bob.name);
  });

  meeting.together('hostile texts are shown as the text they are', async (ann, bob) => {
    for (const text of Object.values(SHOWN)) {
      const name = meeting.unique(text);
      await ann.page.add(name, '1', text);
      expect(await bob.page.untilCard(name)).toMatchObject({ description: text });
      await bob.page.untilNotice(`${ann.name} added ${name}.`);
    }
    for (const [what, text] of Object.entries(DOUBTFUL)) {
      const before = (await ann.page.cards()).length;
      await ann.page.add(meeting.unique(text), '1');
      const decided = async () =>
        (await ann.page.field('add-name')).problem !== '' || (await ann.page.cards()).length > before;
      await ann.page.until(decided, `whether ${what} can be in a name`);
      await ann.page.paste('add-name', '');
    }
    for (const { page } of [ann, bob]) {
      expect(
        await page.driver.executeScript('return [...document.querySelectorAll("#items img, #items svg")].length'),
      ).toBe(0);
      expect(await page.driver.executeScript('return window.hurt ?? null')).toBeNull();
    }
  });
}
