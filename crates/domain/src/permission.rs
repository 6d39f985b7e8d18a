//! The table of what each role at a clinic may do.

use crate::staff::StaffRole;
use crate::staff::StaffRole::{AnalysisExpert as Analysis, ClinicAdmin as Admin, ShootingExpert as Shooting};

/// Declares a table of permissions: an enum with the roles that have each, and what its roles may do.
macro_rules! permissions {
    (
        $(#[$table_doc:meta])*
        pub enum $permission:ident of $role_enum:ident {
            $($(#[$doc:meta])* $name:ident = $code:literal, [$($role:ident)+];)+
        }
    ) => {
        $(#[$table_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $permission {
            $($(#[$doc])* $name,)+
        }

        impl $permission {
            /// Every permission, in the table's order.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// Returns the permission as the API spells it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code,)+ }
            }

            /// Returns the roles that have it.
            #[must_use]
            pub const fn roles(self) -> &'static [$role_enum] {
                match self { $(Self::$name => &[$($role),+],)+ }
            }
        }

        impl $role_enum {
            /// Returns whether the role has a permission.
            #[must_use]
            pub fn may(self, permission: $permission) -> bool {
                permission.roles().contains(&self)
            }

            /// Returns the role's permissions, in the table's order.
            pub fn permissions(self) -> impl Iterator<Item = $permission> {
                $permission::ALL.iter().copied().filter(move |permission| self.may(*permission))
            }
        }
    };
}
pub(crate) use permissions;

permissions! {
    /// The permission that a call of a clinic's staff requires.
    pub enum Permission of StaffRole {
        /// See applications, their pictures and analyses, and the names of the clinic's experts.
        ReadApplications = "read_applications", [Shooting Analysis Admin];
        /// Take, cancel and complete applications, and enter walk-ins.
        HandleApplications = "handle_applications", [Shooting Analysis Admin];
        /// Store the pictures of an application.
        AddPictures = "add_pictures", [Shooting Analysis Admin];
        /// Create, list and revoke invitations.
        InvitePatients = "invite_patients", [Shooting Analysis Admin];
        /// Save scores, outline, crop, comment and experts of an analysis.
        ScoreAnalyses = "score_analyses", [Analysis Admin];
        /// Show an analysis to the patient. Its calls require [`Self::ScoreAnalyses`] too.
        ReleaseAnalyses = "release_analyses", [Analysis Admin];
        /// See claims.
        ReadClaims = "read_claims", [Admin];
        /// Take a claim, release its documents, or cancel it, which refunds its payment.
        HandleClaims = "handle_claims", [Admin];
        /// Upload or generate the documents of a claim.
        IssueDocuments = "issue_documents", [Admin];
        /// Download an issued document.
        DownloadDocuments = "download_documents", [Admin];
        /// Place the clinic's stored seal and signature on a document.
        UseSeal = "use_seal", [Admin];
        /// Store and remove the clinic's seal and signature.
        ManageSeal = "manage_seal", [Admin];
        /// Open the payout account and the resident digits of a claim that is forwarded.
        OpenPayout = "open_payout", [Admin];
        /// See and resolve payment discrepancies.
        ReconcilePayments = "reconcile_payments", [Admin];
        /// Create, change, end and re-activate accounts, and reset their passwords and second factors.
        ManageStaff = "manage_staff", [Admin];
        /// Decide whether the clinic's staff need a second factor.
        ManageSecurity = "manage_security", [Admin];
        /// Search the access log and review its months.
        ReadAccessLog = "read_access_log", [Admin];
        /// Change the comment snippets that the whole clinic shares.
        ManageCommentSnippets = "manage_comment_snippets", [Admin];
        /// See the clinic's statistics.
        ReadStatistics = "read_statistics", [Admin];
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;

    use super::*;

    #[test]
    fn admin_has_every_permission() {
        assert!(Permission::ALL.iter().all(|permission| Admin.may(*permission)));
    }

    #[test]
    fn only_admins_handle_money_and_accounts() {
        for permission in Permission::ALL.iter().skip_while(|permission| **permission != Permission::ReadClaims) {
            let roles: Vec<_> = StaffRole::VARIANTS.iter().filter(|role| role.may(*permission)).collect();
            assert_eq!(roles, [&Admin], "{}", permission.as_str());
        }
    }

    #[test]
    fn shooting_expert_neither_scores_nor_releases() {
        let may: Vec<_> = Shooting.permissions().map(Permission::as_str).collect();
        assert_eq!(may, ["read_applications", "handle_applications", "add_pictures", "invite_patients"]);
        assert!(Analysis.may(Permission::ScoreAnalyses) && Analysis.may(Permission::ReleaseAnalyses));
    }

    #[test]
    fn role_that_releases_also_scores() {
        for role in Permission::ReleaseAnalyses.roles() {
            assert!(role.may(Permission::ScoreAnalyses), "{role:?}");
        }
    }

    #[test]
    fn permission_codes_are_unique() {
        let mut codes: Vec<_> = Permission::ALL.iter().map(|permission| permission.as_str()).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), Permission::ALL.len());
    }
}
