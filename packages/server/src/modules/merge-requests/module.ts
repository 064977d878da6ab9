import { plugIn } from '../work-items/sockets.ts';
import { plugInReference } from '../../platform/markdown/sockets.ts';
import type { Module } from '../../platform/rooms/module.ts';
import { callPeople, callStatusChecks, followPushes, requestSubjects, sendToWebhooks } from './listeners.ts';
import { plugInMergeSettings } from '../namespaces/sockets.ts';
import { changeSettings } from './commands/approvals.ts';
import { mergeRequestsById, settingsOfProject } from './store.ts';
import { plugInNoteable } from '../notes/sockets.ts';
import { mergeRequestNoteable } from './commands/noteable.ts';
import { plugInSample } from '../webhooks/sockets.ts';
import { samplePayload } from './commands/webhooks.ts';
import { plugInOpenRequests } from '../labels/sockets.ts';
import { plugInMergeRequestTodos } from '../todos/sockets.ts';
import { mergeRequestReferences } from './reference.ts';
import { presentRequestById } from './rest/lists.ts';
import { openRequestsOfLabel } from './store/lists.ts';
import { extendSchema } from './graphql.ts';
import { plugInIssueFields } from './rest/issues.ts';
import { addRoutes } from './rest.ts';
import { plugInThreadFields } from './graphql/threads.ts';
import { threadsWidget } from './widget.ts';

export const mergeRequestsModule: Module = {
  name: 'merge-requests',
  extendSchema,
  addRoutes,
  plugIn() {
    plugInIssueFields();
    plugInThreadFields();
    plugIn({ widgets: [threadsWidget] });
    plugInReference(mergeRequestReferences);
    plugInNoteable(mergeRequestNoteable);
    plugInSample('merge_requests_events', samplePayload);
    plugInOpenRequests(openRequestsOfLabel);
    plugInMergeRequestTodos({ subjects: requestSubjects, requests: mergeRequestsById, present: presentRequestById });
    plugInMergeSettings({
      of: settingsOfProject,
      change: changeSettings,
    });
  },
  listeners: [followPushes, callStatusChecks, sendToWebhooks, callPeople],
};
