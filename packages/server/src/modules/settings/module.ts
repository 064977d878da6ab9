import type { Module } from '../../platform/rooms/module.ts';
import { addNamespaceRoutes } from './rest.ts';

export const settingsModule: Module = { name: 'settings', addNamespaceRoutes };
