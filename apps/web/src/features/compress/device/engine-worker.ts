/**
 * Web worker that runs the engine. The web app has its own file for it, so that the build creates a separate bundle.
 */
import '@gossamer/engine/browser/engine-worker';
