import type { Module } from '../../platform/module.ts';

/** Tells open pages what changed. The app writes its notices with the events, and hangs its stream beside the APIs. */
export const liveModule: Module = { name: 'live' };
