import { NotFoundScreen } from "~/shared/layouts/not-found";

/** For unknown paths below an application's own prefix. */
export default NotFoundScreen;
