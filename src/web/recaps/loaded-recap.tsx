import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { errorMessage } from '#web/http/http-error.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

type LoadedRecapProps<Recap> = {
  query: UseQueryResult<Recap>;
  /** Says why there is no recap, if the server doesn't. */
  fallbackText: string;
  href: string;
  linkText: string;
  placeholder?: ReactNode;
  children: (recap: Recap) => ReactNode;
};

export function LoadedRecap<Recap>(props: LoadedRecapProps<Recap>) {
  const { query, fallbackText, href, linkText, placeholder, children } = props;
  return (
    <Loaded
      query={query}
      label="Loading the recap"
      errorMessage="The recap could not be loaded."
      notFound={
        <EmptyState
          as="h2"
          title="No recap yet"
          text={errorMessage(query.error, fallbackText)}
          action={
            <>
              {placeholder}
              <Button asChild>
                <Link href={href}>{linkText}</Link>
              </Button>
            </>
          }
        />
      }
    >
      {children}
    </Loaded>
  );
}
