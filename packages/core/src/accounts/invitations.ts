/** How long an invitation or a shared link is valid after it was sent. */
export const INVITATION_DAYS = 14;
/** How many people one call invites. */
export const MAX_INVITED_AT_ONCE = 50;
/** How many addresses a person invites within 24 hours. */
export const MAX_INVITED_A_DAY = 100;
/** How often a shared link can be used. */
export const MAX_LINK_USES = 100;
export const DEFAULT_LINK_USES = 25;
/** Length of the message in an invitation. */
export const INVITATION_MESSAGE_LIMIT = 1_000;
