interface Arranged {
  relativePosition?: number | null | undefined;
  state: string;
}

/** As arranged by hand; where that leaves a choice, what is open comes first. For sorting. */
export function byArrangement(one: Arranged, other: Arranged): number {
  const byPosition = (one.relativePosition ?? Infinity) - (other.relativePosition ?? Infinity);
  if (byPosition !== 0 && !Number.isNaN(byPosition)) return byPosition;
  return Number(one.state === 'closed') - Number(other.state === 'closed');
}
