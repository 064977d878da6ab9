import { cancelLabel, defineMessages } from '../../ui/text/messages.ts';

export const assistantSettingsMessages = defineMessages({
  title: { id: 'assistant.title', defaultMessage: 'Assistant' },
  lead: {
    id: 'assistantSettings.lead',
    defaultMessage:
      'Questions, summaries, drafts and suggestions by a language model. It only receives texts that the person asking can read.',
  },
  readFailed: {
    id: 'assistantSettings.readFailed',
    defaultMessage: 'An error occurred while retrieving your settings. Reload the page to try again.',
  },
  saveFailed: {
    id: 'assistantSettings.saveFailed',
    defaultMessage: 'Could not save the settings of the assistant. Your choices are unchanged.',
  },
  saved: { id: 'assistantSettings.saved', defaultMessage: 'Group was successfully updated.' },
  save: { id: 'assistantSettings.save', defaultMessage: 'Save changes' },
  availability: { id: 'assistantSettings.availability', defaultMessage: 'Availability' },
  defaultOn: { id: 'assistantSettings.defaultOn', defaultMessage: 'On by default' },
  defaultOnNote: {
    id: 'assistantSettings.defaultOnNote',
    defaultMessage: 'Subgroups and projects can turn it off.',
  },
  defaultOff: { id: 'assistantSettings.defaultOff', defaultMessage: 'Off by default' },
  defaultOffNote: {
    id: 'assistantSettings.defaultOffNote',
    defaultMessage: 'Subgroups and projects can turn it on.',
  },
  neverOn: { id: 'assistantSettings.neverOn', defaultMessage: 'Always off' },
  neverOnNote: {
    id: 'assistantSettings.neverOnNote',
    defaultMessage: 'Off here and in all subgroups and projects. Nothing in them is sent to the model.',
  },
  lockedBy: { id: 'assistantSettings.lockedBy', defaultMessage: 'Set by {group}.' },
  experiments: { id: 'assistantSettings.experiments', defaultMessage: 'Suggestions (experimental)' },
  experimentsNote: {
    id: 'assistantSettings.experimentsNote',
    defaultMessage: 'Suggested child items, labels and duplicates.',
  },
  cache: { id: 'assistantSettings.cache', defaultMessage: 'Prompt cache' },
  cacheNote: {
    id: 'assistantSettings.cacheNote',
    defaultMessage: 'The model server can keep prompts for a short time to answer faster.',
  },
  core: { id: 'assistantSettings.core', defaultMessage: 'Questions, summaries and drafts' },
  coreNote: { id: 'assistantSettings.coreNote', defaultMessage: 'For everyone who can read the items.' },
  topLevelOnly: {
    id: 'assistantSettings.topLevelOnly',
    defaultMessage: 'Suggestions, prompt cache and other features are set in the top-level group.',
  },
  earlyAccess: {
    id: 'assistantSettings.earlyAccess',
    defaultMessage: 'Some features of the assistant are in early access. <link>Read about early access</link>',
  },
  server: { id: 'assistantSettings.server', defaultMessage: 'Model server' },
  serverModel: { id: 'assistantSettings.serverModel', defaultMessage: 'Answers come from the model {model}.' },
  noServer: {
    id: 'assistantSettings.noServer',
    defaultMessage: 'No model server is configured. An administrator can set MILEPOST_AI_URL.',
  },
  noModel: {
    id: 'assistantUsage.noModel',
    defaultMessage: 'No model server is configured. Set MILEPOST_AI_URL and restart the server.',
  },
  ask: { id: 'assistantSettings.ask', defaultMessage: 'Request the assistant' },
  askTitle: { id: 'assistantSettings.askTitle', defaultMessage: 'Request the assistant' },
  askBody: {
    id: 'assistantSettings.askBody',
    defaultMessage: 'Tell the people who run this installation which group wants the assistant, and for what.',
  },
  contact: { id: 'assistantSettings.contact', defaultMessage: 'Contact' },
  cancel: cancelLabel,
  usage: { id: 'assistantUsage.title', defaultMessage: 'Usage' },
  usageLead: {
    id: 'assistantUsage.lead',
    defaultMessage: 'Each call of the model, without its texts. Kept for one year.',
  },
  usageFailed: { id: 'assistantUsage.failed', defaultMessage: 'Could not load the usage log.' },
  empty: { id: 'assistantUsage.empty', defaultMessage: 'The assistant has not been used here' },
  export: { id: 'assistantUsage.export', defaultMessage: 'Export CSV' },
  time: { id: 'assistantUsage.time', defaultMessage: 'Time' },
  person: { id: 'assistantUsage.person', defaultMessage: 'Person' },
  place: { id: 'assistantUsage.place', defaultMessage: 'Group or project' },
  feature: { id: 'assistantUsage.feature', defaultMessage: 'Feature' },
  model: { id: 'assistantUsage.model', defaultMessage: 'Model' },
  tokens: { id: 'assistantUsage.tokens', defaultMessage: 'Tokens in and out' },
  duration: { id: 'assistantUsage.duration', defaultMessage: 'Duration' },
  result: { id: 'assistantUsage.result', defaultMessage: 'Result' },
  seconds: { id: 'assistantUsage.seconds', defaultMessage: '{seconds, number, ::.0} s' },
});
