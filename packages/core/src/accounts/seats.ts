import { accessLevelOf } from '../roles.ts';

/** Roles above this one take a seat. */
export const FREE_LEVEL = accessLevelOf.guest;

/** Seats beyond those of the plan, at the busiest moment of its term; 0 without a limit. */
export function seatsOwed(seats: number | null, maxUsed: number): number {
  return seats === null ? 0 : Math.max(0, maxUsed - seats);
}

export const MIN_SEAT_SEARCH = 3;

/** Whether more people may join than the plan has seats. */
export const seatControls = ['off', 'block_overages'] as const;
export type SeatControl = (typeof seatControls)[number];
