/** The operations that compute a quantity from others of one round. */
import { sampleVariance } from 'simple-statistics';

export type Operation = 'plus' | 'minus' | 'over' | 'variance';

/** Between the operands in a sentence. */
export const SIGN: Record<Operation, string> = { plus: ' + ', minus: ' − ', over: ' / ', variance: ', ' };

/** Computes an operation. The variance is that of the operands' logarithms: it is the same in every unit. */
export function compute(operation: Operation, operands: readonly number[]): number {
  const [a, b] = operands as [number, number];
  switch (operation) {
    case 'plus':
      return a + b;
    case 'minus':
      return a - b;
    case 'over':
      return a / b;
    case 'variance':
      return sampleVariance(operands.map(Math.log));
  }
}
