import type { Module } from '../../platform/rooms/module.ts';

/** Other rooms ask it which features a plan includes; `billing` writes the plans. */
export const entitlementsModule: Module = { name: 'entitlements' };
