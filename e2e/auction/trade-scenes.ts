/** Scenes of what people do at the auction house, and what the others see of it. */
import type { Meeting } from './meeting.ts';

export function announceTradeScenes(meeting: Meeting): void {
  meeting.together('what one does the other sees at once, with a notice', async (ann, bob) => {
    const name = meeting.unique('Lamp');
    await ann.page.add(name, '10');
    await bob.page.untilNotice(`${ann.name} added ${name}.`);
    expect(await bob.page.untilCard(name)).toMatchObject({ addedBy: ann.name, leadingBid: null, removable: false });
    expect(await ann.page.untilCard(name)).toMatchObject({ addedBy: ann.name, removable: true });
    await ann.page.bid(name, '10');
    await bob.page.untilNotice(`${ann.name} bid €10.00 on ${name}.`);
    await bob.page.bid(name, '10.01');
    await ann.page.untilNotice(`${bob.name} outbid you on ${name} with €10.01.`);
    await ann.page.untilCard(name, { leadingBid: '€10.01', leadingBidder: bob.name, bids: '2' });
    await bob.page.untilNotice(`You bid €10.01 on ${name}.`);
    await ann.page.remove(name);
    await bob.page.untilNotice(`${ann.name} removed ${name}.`);
    await Promise.all([ann.page.untilGone(name), bob.page.untilGone(name)]);
  });
}

export function announceVisitorScenes(meeting: Meeting): void {
  meeting.scene('a visitor sees everything at once, and what carries it', async (ann, bob) => {
    const name = meeting.unique('Clock');
    await Promise.all([meeting.openAnn(), bob.page.forgetLogin()]);
    await ann.page.untilUser(ann.name);
    await ann.page.add(name, '1 234,5', 'Two\nlines.');
    await ann.page.bid(name, '1300');
    const card = await ann.page.untilCard(name, { leadingBid: '€1,300.00' });
    bob.page.user = '';
    await meeting.openBob();
    expect(await bob.page.text('user')).toBe('');
    const seen = await bob.page.untilCard(name);
    expect(seen).toEqual({ ...card, removable: false });
    expect(seen).toMatchObject({ description: 'Two\nlines.', addedBy: ann.name, minimumPrice: '€1,234.50' });
    expect(seen).toMatchObject({ leadingBidder: ann.name, bids: '1' });
    expect(await bob.page.text('framework')).toBe(meeting.stage.app.label);
    expect(await bob.page.text('transport')).toBe(meeting.transport);
    await bob.page.logIn(bob.name);
  });
}
