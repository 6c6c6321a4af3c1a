/** Scenes of what the auction house refuses. */
import { PASSWORD } from './auction-page.ts';
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
}
