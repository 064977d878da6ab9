import type { Module } from '../../platform/module.ts';
import { plugIn } from '../work-items/sockets.ts';
import { blockedFilter } from './filter.ts';
import { plugInRestFields } from './rest-fields.ts';
import { linksWidget } from './widget.ts';

export const linksModule: Module = {
  name: 'links',
  plugIn() {
    plugIn({ widgets: [linksWidget], filters: [blockedFilter] });
    plugInRestFields();
  },
};
