import { CloudOff, Lock, SearchX, TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import {
  DatabaseUnavailableError,
  GraphQLRequestError,
  ServerError,
  NotFoundError,
  NetworkError,
  ForbiddenError,
  UnauthenticatedError,
  TooManyRequestsError,
  UnavailableError,
} from '../api/errors.ts';
import { ButtonLink } from '../navigation/Link.tsx';
import { isWaitingForCode } from './reload.ts';
import { session } from '../session/session.ts';
import { useFailureTitle } from '../navigation/title.tsx';
import { useWayIn } from '../navigation/use-address.ts';
import { useEndsFirstPaint } from './use-first-paint.ts';
import { defineMessages, retryLabel } from '../../ui/text/messages.ts';

const messages = defineMessages({
  notFound: { id: 'failure.notFound', defaultMessage: 'Page not found' },
  notFoundWhy: {
    id: 'failure.notFoundWhy',
    defaultMessage: "The address may be wrong, the page may have moved, or you don''t have permission.",
  },
  notFoundSignIn: {
    id: 'failure.notFoundSignIn',
    defaultMessage: 'The address may be wrong, or you may need to sign in.',
  },
  forbidden: { id: 'failure.forbidden', defaultMessage: "You don''t have access" },
  forbiddenWhy: {
    id: 'failure.forbiddenWhy',
    defaultMessage: 'Ask an owner of the group for a role that allows this.',
  },
  administratorsOnly: {
    id: 'failure.administratorsOnly',
    defaultMessage: 'Only administrators of this server can open this page.',
  },
  signedOut: { id: 'failure.signedOut', defaultMessage: 'Sign in to continue' },
  unavailable: { id: 'failure.unavailable', defaultMessage: 'Not available right now' },
  away: { id: 'failure.away', defaultMessage: 'Database unavailable' },
  awayWhy: {
    id: 'failure.awayWhy',
    defaultMessage: 'Nothing is lost. The page reloads when the database is back.',
  },
  offline: { id: 'failure.offline', defaultMessage: 'Cannot reach the server' },
  offlineWhy: {
    id: 'failure.offlineWhy',
    defaultMessage: 'Check your connection. The page reloads when the server responds.',
  },
  tooMany: { id: 'failure.tooMany', defaultMessage: 'Too many requests' },
  tooManyWhy: { id: 'failure.tooManyWhy', defaultMessage: 'Wait a minute, then try again.' },
  outdated: { id: 'failure.outdated', defaultMessage: 'Milepost has been updated' },
  outdatedWhy: {
    id: 'failure.outdatedWhy',
    defaultMessage: 'This page is older than the server. Reload it to continue.',
  },
  broken: { id: 'failure.broken', defaultMessage: 'Something went wrong' },
  brokenWhy: {
    id: 'failure.brokenWhy',
    defaultMessage: 'Try again. If the problem persists, contact the administrator of this server.',
  },
  requestId: { id: 'failure.requestId', defaultMessage: 'Request {id}' },
  home: { id: 'failure.home', defaultMessage: 'Go to your groups' },
  explore: { id: 'failure.explore', defaultMessage: 'Browse public groups' },
  signIn: { id: 'failure.signIn', defaultMessage: 'Sign in' },
  reload: { id: 'failure.reload', defaultMessage: 'Reload page' },
});

/** 404: no such page, or none that the viewer may see. */
export function NotFound() {
  const { formatMessage } = useIntl();
  useFailureTitle(formatMessage(messages.notFound));
  const isSignedIn = session().viewer !== null;
  return (
    <EmptyState
      heading="h1"
      icon={SearchX}
      title={<FormattedMessage {...messages.notFound} />}
      actions={
        <>
          {!isSignedIn && <SignInLink />}
          <ButtonLink to={{ page: 'home' }}>
            <FormattedMessage {...(isSignedIn ? messages.home : messages.explore)} />
          </ButtonLink>
        </>
      }
    >
      <FormattedMessage {...(isSignedIn ? messages.notFoundWhy : messages.notFoundSignIn)} />
    </EmptyState>
  );
}

function SignInLink() {
  const search = useWayIn();
  return (
    <ButtonLink kind="primary" to={{ page: 'signIn' }} search={search}>
      <FormattedMessage {...messages.signIn} />
    </ButtonLink>
  );
}

/** The failure of a whole page, with the message of its error. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  useEndsFirstPaint();
  if (error instanceof NotFoundError) return <NotFound />;
  const retry = onRetry && (
    <Button onClick={onRetry}>
      <FormattedMessage {...retryLabel} />
    </Button>
  );
  if (error instanceof UnauthenticatedError)
    return <Sentence icon={Lock} title={messages.signedOut} actions={<SignInLink />} />;
  if (error instanceof ForbiddenError)
    return <Sentence icon={Lock} title={messages.forbidden} why={messages.forbiddenWhy} />;
  if (error instanceof DatabaseUnavailableError)
    return <Sentence icon={CloudOff} title={messages.away} why={messages.awayWhy} actions={retry} />;
  if (error instanceof UnavailableError)
    return (
      <Sentence icon={CloudOff} title={messages.unavailable} actions={retry}>
        {error.message}
      </Sentence>
    );
  if (error instanceof NetworkError)
    return <Sentence icon={CloudOff} title={messages.offline} why={messages.offlineWhy} actions={retry} />;
  if (isWaitingForCode(error)) return <Sentence icon={CloudOff} title={messages.offline} why={messages.offlineWhy} />;
  if (error instanceof TooManyRequestsError)
    return <Sentence icon={TriangleAlert} title={messages.tooMany} why={messages.tooManyWhy} actions={retry} />;
  if (isOutdated(error))
    return <Sentence icon={TriangleAlert} title={messages.outdated} why={messages.outdatedWhy} actions={<Reload />} />;
  return (
    <Sentence icon={TriangleAlert} title={messages.broken} why={messages.brokenWhy} actions={retry ?? <Reload />}>
      {error instanceof ServerError && error.requestId !== null && (
        <small>
          <FormattedMessage {...messages.requestId} values={{ id: <code>{error.requestId}</code> }} />
        </small>
      )}
    </Sentence>
  );
}

/** A page for administrators: visitors are asked to sign in, other users see whom to ask. */
export function AdministratorsOnly({ children }: { children: ReactNode }) {
  const { viewer } = session();
  if (!viewer) return <Failure error={new UnauthenticatedError()} />;
  return viewer.isAdmin ? children : <Refused why={messages.administratorsOnly} />;
}

function Refused({ why }: { why: MessageDescriptor }) {
  useEndsFirstPaint();
  return <Sentence icon={Lock} title={messages.forbidden} why={why} />;
}

function isOutdated(error: unknown): boolean {
  return error instanceof GraphQLRequestError && error.isOutdated;
}

function Reload() {
  return (
    <Button onClick={() => window.location.reload()}>
      <FormattedMessage {...messages.reload} />
    </Button>
  );
}

function Sentence({
  icon,
  title,
  why,
  actions,
  children,
}: {
  icon: typeof Lock;
  title: MessageDescriptor;
  why?: MessageDescriptor;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  useFailureTitle(useIntl().formatMessage(title));
  return (
    <EmptyState heading="h1" icon={icon} title={<FormattedMessage {...title} />} actions={actions}>
      {why && <FormattedMessage {...why} />}
      {children && <p>{children}</p>}
    </EmptyState>
  );
}

interface BoundaryProps {
  /** Another value resets the state. */
  resetKey: string;
  children: ReactNode;
}

/** An error boundary: a page that fails to render leaves the frame intact. */
export class PageBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (before.resetKey !== this.props.resetKey && this.state.error !== null) this.setState({ error: null });
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <Failure error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
}
