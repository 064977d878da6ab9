/** The pages that create accounts and that links in mails open, as one chunk. */
export { ConfirmEmailPage } from '../pages/account-links/ConfirmEmailPage.tsx';
export { ForgotPasswordPage } from '../pages/account-links/ForgotPasswordPage.tsx';
export { InvitationPage } from '../pages/invitation/InvitationPage.tsx';
export { ResetPasswordPage } from '../pages/account-links/ResetPasswordPage.tsx';
export { SetUpPage } from '../pages/set-up/SetUpPage.tsx';
export { SignUpPage } from '../pages/sign-up/SignUpPage.tsx';
