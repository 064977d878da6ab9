import type { Module } from '../../platform/rooms/module.ts';
import { extendSchema } from './graphql.ts';

export const yourWorkModule: Module = { name: 'your-work', extendSchema };
