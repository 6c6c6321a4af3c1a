/** Makes hostile inputs from what was recorded and from the app's grammar: half of them each, where there is one. */
import { pick } from '../../protocol/random.ts';
import { type Grammar, textFrom } from './grammar.ts';
import { hostileFrame } from './mutate-frame.ts';
import { type HostileRequest, hostileRequest } from './mutate-request.ts';
import { mutateText, type Random } from './mutate-text.ts';
import type { RawRequest } from './requests.ts';

/** Paths that every server answers besides its framework's. */
const OTHER_PATHS = [
  'GET /healthz',
  'GET /load.html',
  'POST /outcry/begin',
  'GET /outcry/counts',
  'POST /outcry/feed?to=anna',
];

export class Inputs {
  /** @param grammar the app's, with the rule of what is sent over the transport; null: there is none */
  constructor(
    private readonly random: Random,
    private readonly grammar: { rules: Grammar; start: string } | null,
  ) {}

  /** A message, where `recorded` ones are what an honest client says. */
  message(recorded: readonly string[]): string {
    const { random } = this;
    const made = this.grammar !== null && random() < 0.5;
    const text = made ? textFrom(this.grammar!.rules, this.grammar!.start, random) : pick(recorded, random)!;
    // Most of what follows from the grammar is sent as it is: it is strange enough, and a connection that a server ends has to be made anew.
    return made && random() < 0.75 ? text : mutateText(text, random, recorded);
  }

  frame(recorded: readonly string[]): Buffer {
    return hostileFrame(this.message(recorded), this.random);
  }

  request(recorded: readonly RawRequest[]): HostileRequest {
    const { random } = this;
    const bodies = recorded.map(({ body }) => body).filter((body) => body !== '');
    const request = random() < 0.05 ? otherRequest(random) : pick(recorded, random)!;
    return hostileRequest(request, request.body === '' || bodies.length === 0 ? '' : this.message(bodies), random);
  }
}

function otherRequest(random: Random): RawRequest {
  return {
    head: `${pick(OTHER_PATHS, random)} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json`,
    body: '',
  };
}
