/** What a study's file writes once for many rows, written out: lists of quantities, rules of counts, and parts with the same rows. Pure. */
import type { Claim, Part, Quantity, Rule, Study } from './types.ts';

/** The alternatives in a piece of a quantity: `{a,b}` has two, any other text is its own. */
function alternatives(piece: string): string[] {
  const braced = /^\{(.*)\}$/.exec(piece);
  return braced === null ? [piece] : braced[1]!.split(',').map((each) => each.trim());
}

/** Writes out braces, and `*` in the place of the framework: each that the part runs. The part is outermost. */
function expandOf(of: string, parts: readonly Part[]): string[] {
  const [part = '', framework, ...rest] = of.split('/');
  if (framework === undefined) return [of];
  return alternatives(part).flatMap((id) => {
    // A part's name may be followed by the number of clients, as in `idle@most`.
    const ran = parts.find((one) => one.id === id.split('@')[0]);
    const all = framework === '*' ? ran?.frameworks : undefined;
    return rest.map(alternatives).reduce<string[]>(
      (begun, piece) => begun.flatMap((text) => piece.map((each) => `${text}/${each}`)),
      (all ?? alternatives(framework)).map((each) => `${id}/${each}`),
    );
  });
}

/** Texts of a list may each be several entries; what stands alone is one quantity. */
const expandList = (list: readonly Quantity[], parts: readonly Part[]): Quantity[] =>
  list.flatMap((each) => (typeof each === 'string' ? expandOf(each, parts) : [expandQuantity(each, parts)]));

function expandQuantity(quantity: Quantity, parts: readonly Part[]): Quantity {
  if (typeof quantity === 'string') return quantity;
  if ('variance' in quantity) return { variance: expandList(quantity.variance, parts) };
  const [[operation, operands]] = Object.entries(quantity) as [[string, [Quantity, Quantity]]];
  return { [operation]: operands.map((each) => expandQuantity(each, parts)) } as unknown as Quantity;
}

function expandRule(rule: Rule, parts: readonly Part[]): Rule {
  const one = (quantity: Quantity): Quantity => expandQuantity(quantity, parts);
  switch (rule.kind) {
    case 'ratio':
      return { ...rule, over: one(rule.over), under: one(rule.under) };
    case 'level':
      return { ...rule, of: one(rule.of) };
    case 'order':
      return { ...rule, rising: expandList(rule.rising, parts) };
    case 'no-finding':
    case 'finding':
      return { ...rule, rows: rule.rows.flatMap((row) => expandOf(row, parts)) };
    case 'every-run': {
      const all = expandOf(rule.of, parts);
      return all.length === 1 ? { ...rule, of: all[0]! } : { kind: 'all', of: all.map((of) => ({ ...rule, of })) };
    }
    case 'all':
      return { ...rule, of: rule.of.map((each) => expandRule(each, parts)) };
  }
}

const expandClaim = ({ rule, factor, ...claim }: Claim, parts: readonly Part[]): Claim => ({
  ...claim,
  ...(rule && { rule: expandRule(rule, parts) }),
  ...(factor && { factor: 'untestable' in factor ? factor : expandRule(factor, parts) }),
});

/** A part as its file has it: `rowsOf` names the part whose frameworks and transports it has. */
export type FilePart = Omit<Part, 'frameworks' | 'transports'> &
  Partial<Pick<Part, 'frameworks' | 'transports'>> & { rowsOf?: string };

/** A study as its file has it. */
export type FileStudy = Omit<Study, 'parts'> & { parts: FilePart[] };

function expandPart({ rowsOf, ...part }: FilePart, parts: readonly FilePart[]): Part {
  const { frameworks = [], transports = [] } = parts.find(({ id }) => id === rowsOf) ?? {};
  return { frameworks, transports, ...part };
}

/** The faults of the rows of `part`, a sentence each. */
export function rowsFaults({ id, frameworks, transports, rowsOf }: FilePart, parts: readonly FilePart[]): string[] {
  const own = [frameworks, transports].filter((one) => one !== undefined).length;
  if (rowsOf === undefined) {
    return own === 2
      ? []
      : [`part ${id}: expected frameworks and transports, or rowsOf, which names a part with the same`];
  }
  if (own > 0) return [`part ${id}: expected rowsOf, or frameworks and transports, and not both`];
  const named = parts.find((one) => one.id === rowsOf);
  return named?.frameworks === undefined
    ? [`part ${id}: rowsOf: there is no part "${rowsOf}" with rows of its own`]
    : [];
}

/** Each quantity is of one row afterwards, and each part has its rows. */
export function expandStudy(study: FileStudy): Study {
  const parts = study.parts.map((part) => expandPart(part, study.parts));
  return { ...study, parts, claims: study.claims.map((claim) => expandClaim(claim, parts)) };
}
