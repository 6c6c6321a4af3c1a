/** A request that the house refuses: thrown by the rules, sent as the reply. */
import type { AuctionRefusal } from '../../../shared-ui/auction/contract.ts';

export class Refusal extends Error {
  readonly code: AuctionRefusal;
  /** A sentence that the person can act on. */
  readonly reason: string;
  /** The input it belongs to, where there is one. */
  readonly field: string | undefined;

  constructor(code: AuctionRefusal, reason: string, field?: string) {
    super(`${code}: ${reason}`);
    this.name = 'Refusal';
    this.code = code;
    this.reason = reason;
    this.field = field;
  }

  /** The refusal as it goes over the wire. */
  get reply(): { ok: false; code: AuctionRefusal; reason: string; field?: string } {
    const { code, reason, field } = this;
    return field === undefined ? { ok: false, code, reason } : { ok: false, code, reason, field };
  }
}
