/** Days for which an invitation or a shared link is valid. */
export const INVITATION_DAYS = 14;
/** Default maximum of people that one request invites. */
export const MAX_INVITED_AT_ONCE = 50;
/** Default maximum of addresses that a person invites within 24 hours. */
export const MAX_INVITED_A_DAY = 100;
/** Maximum uses of a shared link. */
export const MAX_LINK_USES = 100;
export const DEFAULT_LINK_USES = 25;
/** Maximum characters of the message in an invitation. */
export const INVITATION_MESSAGE_LIMIT = 1_000;
