import type { Module } from '../../platform/module.ts';
import { addPlaceRoutes, addRoutes } from './rest.ts';

export const descriptionTemplatesModule: Module = { name: 'description-templates', addRoutes, addPlaceRoutes };
