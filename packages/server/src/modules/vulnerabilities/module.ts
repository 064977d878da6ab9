import type { Module } from '../../platform/rooms/module.ts';
import { plugIn } from '../work-items/sockets.ts';
import { describeVulnerabilities } from './graphql.ts';
import { listVulnerabilities } from './graphql/lists.ts';
import { mutateVulnerabilities, plugInGraphqlFields } from './graphql/mutations.ts';
import { sweepReportsJob } from './jobs.ts';
import { addRoutes } from './rest.ts';
import { vulnerabilitiesWidget } from './widget.ts';

export const vulnerabilitiesModule: Module = {
  name: 'vulnerabilities',
  extendSchema() {
    describeVulnerabilities();
    listVulnerabilities();
    mutateVulnerabilities();
  },
  addRoutes,
  plugIn() {
    plugIn({ widgets: [vulnerabilitiesWidget] });
    plugInGraphqlFields();
  },
  jobs: [sweepReportsJob],
};
