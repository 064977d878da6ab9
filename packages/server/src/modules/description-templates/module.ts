import type { Module } from '../../platform/module.ts';
import { addNamespaceRoutes, addRoutes } from './rest.ts';

export const descriptionTemplatesModule: Module = { name: 'description-templates', addRoutes, addNamespaceRoutes };
