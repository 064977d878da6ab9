import type { Module } from '../../platform/module.ts';
import { takeImagesAlong } from './listeners.ts';
import { addRoutes, addSiteRoutes } from './rest.ts';

export const incidentsModule: Module = { name: 'incidents', addRoutes, addSiteRoutes, listeners: [takeImagesAlong] };
