import fc from 'fast-check';

/** Inputs of one operation. */
export interface Turns<Input> {
  inputs: fc.Arbitrary<Input>;
  /** How many of them a run sends. */
  count: number;
}

/** Inputs of an operation with this number of parameters: `fewest` to three times as many, because parameters have combinations. */
export function countFor(parameters: number, fewest: number): number {
  return Math.min(3 * fewest, fewest + Math.floor(parameters / 2));
}

/** Generates `runs` inputs: of each operation as many as it has turns, in an order that the seed gives. */
export class InTurn<Input> extends fc.Arbitrary<Input> {
  readonly runs: number;
  readonly #operations: readonly Turns<Input>[];
  #order: number[] = [];
  #next = 0;

  /** `times`: multiplies the number of inputs. */
  constructor(operations: readonly Turns<Input>[], times: number) {
    super();
    this.#operations = operations;
    this.#order = operations.flatMap(({ count }, index) => Array.from({ length: count * times }, () => index));
    this.runs = this.#order.length;
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<Input> {
    if (this.#next === 0) shuffle(this.#order, random);
    const index = this.#order[this.#next++ % this.runs] ?? 0;
    return this.#of(index, (inputs) => inputs.generate(random, bias));
  }

  canShrinkWithoutContext(_value: unknown): _value is Input {
    return false;
  }

  shrink(value: Input, context: unknown): fc.Stream<fc.Value<Input>> {
    const { index, inner } = context as Place;
    const inputs = this.#operations[index]?.inputs;
    if (!inputs) return fc.Stream.nil();
    return inputs.shrink(value, inner).map((smaller) => placed(index, smaller));
  }

  #of(index: number, make: (inputs: fc.Arbitrary<Input>) => fc.Value<Input>): fc.Value<Input> {
    const operation = this.#operations[index];
    if (!operation) throw new RangeError('There is no operation');
    return placed(index, make(operation.inputs));
  }
}

/** Which operation a value is of, to make it smaller. */
interface Place {
  index: number;
  inner: unknown;
}

function placed<Input>(index: number, { value_, context }: fc.Value<Input>): fc.Value<Input> {
  return new fc.Value(value_, { index, inner: context } satisfies Place);
}

function shuffle(order: number[], random: fc.Random): void {
  for (let last = order.length - 1; last > 0; last--) {
    const other = random.nextInt(0, last);
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
}
