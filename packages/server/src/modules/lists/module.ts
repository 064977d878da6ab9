import type { Module } from '../../platform/rooms/module.ts';
import { addRoutes } from './rest.ts';

export const listsModule: Module = { name: 'lists', addRoutes };
