import type { Module } from '../../platform/rooms/module.ts';
import { sweepAiCalls } from './jobs.ts';
import { addRoutes } from './rest.ts';
import { addAsk } from './rest/assistant.ts';
import { addGuidePages } from './rest/guide.ts';

/** The assistant: questions, summaries, drafts and suggestions by a language model of one's own choice. */
export const aiModule: Module = {
  name: 'ai',
  addRoutes,
  addSiteRoutes: addAsk,
  addPages: addGuidePages,
  jobs: [sweepAiCalls],
  bootstrap: ({ services }) => Promise.resolve({ hasAssistant: services.assistant !== null }),
};
