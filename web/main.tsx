/** The console begins: the theme, the open line, and the page. */
import './style/tokens.css';
import './style/base.css';
import './style/layout.css';
import './style/content.css';
import './style/previews.css';

import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { router } from './routes.tsx';
import { keepLine } from './state/live.ts';
import { client, hear, lookAtOpen } from './state/queries.ts';
import { showTheme } from './state/theme.ts';
import { startWorker } from './state/worker.ts';

showTheme();
startWorker();
keepLine({ onEvent: hear, onOpen: lookAtOpen });

const place = document.querySelector('#console');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
