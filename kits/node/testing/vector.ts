/** Plays the vectors of `protocol/vectors/` to a room. */
import type { Said, Vector } from '../../../protocol/vectors.ts';
import { Fault } from '../fault.ts';
import { Room } from '../room.ts';

/** Plays `vector` to a room of its own: what was said, and what was counted. */
export function play(vector: Vector): { said: Said[]; counts: Vector['counts'] } {
  let at = 0;
  const open: string[] = [];
  const said: Said[] = [];
  const room = new Room<string>(
    {
      send: (to, event, data) => said.push({ at, to, event, data }),
      broadcast: (event, data) => open.length > 0 && said.push({ at, to: [...open], event, data }),
    },
    () => at,
  );
  const asController = (ask: () => void) => {
    try {
      ask();
    } catch (error) {
      said.push({ at, control: { code: Fault.of(error).code } });
    }
  };
  for (const step of vector.steps) {
    at = step.at;
    if ('connect' in step) {
      open.push(step.connect);
      room.connect(step.connect);
    } else if ('disconnect' in step) {
      if (open.includes(step.disconnect)) open.splice(open.indexOf(step.disconnect), 1);
      room.disconnect(step.disconnect);
    } else if ('event' in step) room.receive(step.from, step.event, step.data);
    else if ('request' in step) {
      const reply = room.request(step.from, step.request, step.data);
      if (reply !== null) said.push({ at, to: step.from, reply: step.request, data: reply });
    } else if ('unreadable' in step) room.unreadable(step.from);
    else if ('begin' in step) asController(() => room.begin(step.begin));
    else asController(() => room.feed(step.feed, step.to ?? null));
  }
  const { clock, verbs, ...counts } = room.counts;
  const counted = Object.entries(verbs).filter(([, { received }]) => received.length > 0);
  return { said, counts: { ...counts, verbs: Object.fromEntries(counted) } };
}
