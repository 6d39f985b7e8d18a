/** An identity provider may return here; there is nothing to say. */
export default function AuthFail() {
	return null;
}
