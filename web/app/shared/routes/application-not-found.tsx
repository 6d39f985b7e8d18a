import { NotFoundScreen } from "~/shared/layouts/not-found";

/** An address below an application's own that no screen of it has. */
export default NotFoundScreen;
