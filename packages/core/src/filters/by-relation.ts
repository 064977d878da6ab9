/** With an epic: its issues and those of the epics below it. */
export const subepics = {
  includeSubepics: ['Boolean', 'With `epicId`: issues of the epics below it as well'],
} as const;

/** The filter by the viewer's subscription, shared by epics and issues. */
export const subscription = {
  is: {
    graphql: {
      subscribed: ['SubscriptionStatus', 'The viewer’s explicit subscription; none for anonymous requests'],
    },
  },
} as const;
