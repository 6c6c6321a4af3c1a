/** Scenes of what the auction house accepts but must not fall for. */
import { DOUBTFUL, SHOWN } from './hostile.ts';
import type { Meeting } from './meeting.ts';

export function announceHostileScenes(meeting: Meeting): void {
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
