import type { Module } from '../platform/module.ts';

/**
 * The rooms, from the ground up. A room may know those above it in this list's order, never those below: the grid test
 * (grid.test.ts) holds it.
 */
export const modules: readonly Module[] = [];
