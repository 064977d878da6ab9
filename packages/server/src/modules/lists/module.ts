import type { Module } from '../../platform/module.ts';
import { addRoutes } from './rest.ts';

export const listsModule: Module = { name: 'lists', addRoutes };
