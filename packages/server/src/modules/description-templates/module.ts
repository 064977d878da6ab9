import type { Module } from '../../platform/rooms/module.ts';
import { addNamespaceRoutes, addRoutes } from './rest.ts';

export const descriptionTemplatesModule: Module = { name: 'description-templates', addRoutes, addNamespaceRoutes };
