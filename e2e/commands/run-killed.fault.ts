/** A session that is killed, while nothing else is started: another start would end what it has left. */
import { nothingLeft } from '../testing/outcry-process.ts';
import { inPlace, smallSession } from '../testing/small-session.ts';

test(
  'a session that is killed leaves nothing running, though nothing is started again',
  inPlace(async (place) => {
    const killed = smallSession(place, ['--runs', '3', '--messages', '200']);
    await killed.says(/measuring/);
    killed.child.kill('SIGKILL');
    await killed.ended.catch(() => {});
    await nothingLeft(place.trace);
  }),
);
