import type { Module } from '../../platform/rooms/module.ts';
import { plugIn } from '../work-items/sockets.ts';
import { iterationFilter } from './filter.ts';
import { mutateCadences, mutateIterations } from './graphql/mutations.ts';
import { addReport } from './graphql/report.ts';
import { describeIterations } from './graphql.ts';
import { scheduleJob } from './jobs.ts';
import { leaveIterations } from './listeners.ts';
import { mutateIterationOfIssue, plugInGraphqlFields } from './graphql/fields.ts';
import { plugInRestFields } from './rest/fields.ts';
import { addRoutes } from './rest.ts';
import { iterationWidget } from './widget.ts';
import { plugInActions } from '../work-items/commands/sockets.ts';
import { iterationActions } from './actions.ts';

export const iterationsModule: Module = {
  name: 'iterations',
  extendSchema() {
    describeIterations();
    addReport();
    mutateIterations();
    mutateCadences();
    mutateIterationOfIssue();
  },
  addRoutes,
  plugIn() {
    plugInActions(iterationActions);
    plugIn({ widgets: [iterationWidget], filters: [iterationFilter] });
    plugInRestFields();
    plugInGraphqlFields();
  },
  jobs: [scheduleJob],
  listeners: [leaveIterations],
};
