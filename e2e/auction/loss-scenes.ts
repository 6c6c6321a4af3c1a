/** Connections that are lost and come back. */
import { layoutOf } from './layout.ts';
import type { Meeting } from './meeting.ts';

/** The width of a telephone, CSS pixels. */
const PHONE = 390;

export function announceLossScenes(meeting: Meeting): void {
  meeting.together(
    'who was cut off while she led comes back to all that happened meanwhile, once, on a telephone',
    async (ann, bob) => {
      const [kept, gone, added] = [meeting.unique('Chair'), meeting.unique('Table'), meeting.unique('Stool')];
      await bob.page.add(kept, '5');
      await bob.page.add(gone, '5');
      await ann.page.untilCard(gone);
      await ann.page.setWidth(PHONE);
      try {
        const card = await ann.page.untilCard(kept);
        await ann.page.bid(kept, '5');
        for (const { page } of [bob, ann]) await page.untilCard(kept, { leadingBid: '€5.00', leadingBidder: ann.name });
        await ann.page.type(ann.page.amountOf(card), '99');
        await meeting.stage.gate.cut();
        await ann.page.untilLost();
        expect(await ann.page.text('transport')).toBe('not connected');
        for (const amount of ['6', '7.50']) {
          await bob.page.bid(kept, amount);
          await bob.page.untilCard(kept, { leadingBid: `€${Number(amount).toFixed(2)}` });
        }
        await bob.page.add(added, '8');
        await bob.page.remove(gone);
        await bob.page.untilGone(gone);
        expect(await ann.page.card(kept)).toMatchObject({ leadingBid: '€5.00', leadingBidder: ann.name });
        await meeting.stage.gate.mend();
        await ann.page.click('retry');
        const news = 'Meanwhile: 1 item added, 1 item removed, 2 bids. You were outbid on 1 item.';
        await ann.page.untilNotice(`Connected again; the list is up to date. ${news}`);
        await ann.page.untilConnected();
        const others = (await bob.page.cards()).map((one) => ({ ...one, removable: one.addedBy === ann.name }));
        expect(await ann.page.cards()).toEqual(others);
        expect(await ann.page.card(kept)).toMatchObject({ leadingBid: '€7.50', leadingBidder: bob.name, bids: '3' });
        expect(await ann.page.outbidOn(kept)).toBe('You were outbid.');
        const { outside, seen, wide } = await layoutOf(ann.page.driver);
        expect({ outside, wide }).toEqual({ outside: [], wide: seen });
        expect(await ann.page.value(ann.page.amountOf(card))).toBe('99');
        await ann.page.clickIn(card, '.place-bid');
        await bob.page.untilCard(kept, { leadingBid: '€99.00', leadingBidder: ann.name, bids: '4' });
      } finally {
        await ann.page.setWidth(null);
      }
    },
  );

  meeting.together(
    'a killed server is missed, and found again with nothing lost and everybody still logged in',
    async (ann, bob) => {
      const name = meeting.unique('Ladder');
      await ann.page.add(name, '3');
      await bob.page.bid(name, '4');
      await ann.page.untilCard(name, { leadingBid: '€4.00' });
      await meeting.stage.kill();
      await Promise.all([ann.page.untilLost(), bob.page.untilLost()]);
      const before = await ann.page.cards();
      await ann.page.bid(name, '5');
      await ann.page.until(async () => /no connection/.test(await ann.page.problemIn(name)), 'why she cannot bid');
      await meeting.stage.start();
      await Promise.all([ann.page.untilConnected(), bob.page.untilConnected()]);
      expect(await ann.page.text('transport')).toBe(meeting.transport);
      expect(await ann.page.cards()).toEqual(before);
      const card = await ann.page.untilCard(name);
      expect(await ann.page.value(ann.page.amountOf(card))).toBe('5');
      await ann.page.clickIn(card, '.place-bid');
      await bob.page.untilCard(name, { leadingBid: '€5.00', leadingBidder: ann.name, bids: '2' });
      await bob.page.bid(name, '6');
      await ann.page.untilCard(name, { leadingBid: '€6.00', leadingBidder: bob.name, bids: '3' });
    },
  );
}
