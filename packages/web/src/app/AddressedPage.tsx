import { useLocation } from '@tanstack/react-router';
import { parseAddress, printAddress } from './addresses.ts';
import { NotFound } from './Failure.tsx';
import { pageComponent } from './pages.ts';

/** The page of the present address. The route's loader has fetched its code by now. */
export function AddressedPage() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const address = parseAddress(pathname);
  const Component = address && pageComponent(address.page);
  if (!address || !Component) return <NotFound />;
  // A page for another place starts anew; a change of its parameters alone keeps it.
  return <Component key={printAddress(address)} address={address} />;
}
