import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { queryClient } from '#web/http/query-client.ts';
import { App } from './app.tsx';

/** Everything React draws, in the browser and where the landing page is drawn ahead. */
export function Root() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>
  );
}
