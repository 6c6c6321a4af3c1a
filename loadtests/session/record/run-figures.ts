/** Single figures of one run, for those who run it: the merge reads them alike. */
export { recordFigure as figureOf } from '../../../merge/record-figures.ts';
