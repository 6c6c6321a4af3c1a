/** Scenes of a user who leaves and comes back. */
import type { Meeting } from './meeting.ts';

export function announceLoginScenes(meeting: Meeting): void {
  meeting.together('a user logs out and in again, and a reload keeps her logged in', async (ann) => {
    await ann.page.logOut();
    await meeting.openAnn();
    expect(await ann.page.text('user')).toBe('');
    await ann.page.enter('log-in', ann.name, 'a wrong password');
    const state = await ann.page.untilProblem('account-password');
    expect(state).toEqual({ problem: expect.any(String), invalid: true, described: true, focused: true });
    await ann.page.logIn(ann.name);
    await meeting.openAnn();
    await ann.page.untilUser(ann.name);
    expect(await ann.page.driver.getCurrentUrl()).not.toMatch(/token/i);
  });
}
