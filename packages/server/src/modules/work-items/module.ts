import type { Module } from '../../platform/module.ts';

export const workItemsModule: Module = { name: 'work-items' };
