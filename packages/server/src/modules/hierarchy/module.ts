import type { Module } from '../../platform/module.ts';
import { plugIn } from '../work-items/sockets.ts';
import { foldRollups } from './jobs.ts';
import { followMilestones } from './listeners.ts';
import { plugInRestFields } from './rest-fields.ts';
import { hierarchyWidget } from './widget.ts';

export const hierarchyModule: Module = {
  name: 'hierarchy',
  plugIn() {
    plugIn({ widgets: [hierarchyWidget] });
    plugInRestFields();
  },
  listeners: [followMilestones],
  jobs: [foldRollups],
};
