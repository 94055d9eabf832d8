import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const gatewayUrl = process.env.GOSSAMER_GATEWAY_URL ?? 'http://localhost:3000';
const toGateway = { target: gatewayUrl, changeOrigin: false };

export default defineConfig({
  plugins: [react(), tailwindcss()],
  server: { proxy: { '/api': toGateway, '/compressed': toGateway } },
  preview: { proxy: { '/api': toGateway, '/compressed': toGateway } },
  build: {
    // The gateway's content policy allows fonts and images from files only, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // `light-dark()` and `:dir()` as they are: the stand-ins for older browsers know no `dir` attribute.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
  },
});
