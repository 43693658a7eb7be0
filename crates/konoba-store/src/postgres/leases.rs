//! What nodes let one another know through the database.

use tokio_postgres::types::Type;

use super::{Postgres, jobs, presence};
use crate::{Answer, Asker, Backlog, Claimed, Job, Leases, Notice, Presence, TableId, notice};

impl Leases for Postgres {
    fn attend(&self, here: Vec<(TableId, Presence)>) -> Answer<()> {
        let node = self.node.clone();
        self.change(move |client| async move { presence::attend(&client, &node, &here).await })
    }

    fn elsewhere(&self, tables: Vec<TableId>) -> Answer<Vec<(TableId, Presence)>> {
        let node = self.node.clone();
        self.look_up(
            move |client| async move { presence::elsewhere(&client, &node, &tables).await },
        )
    }

    fn announce(&self, notice: Notice) -> Answer<()> {
        self.change(move |client| async move {
            let text = notice::to_text(&[notice]);
            client.query_typed(notice::TELL, &[(&text, Type::TEXT)]).await?;
            Ok(())
        })
    }

    fn want(&self, job: Job, by: Asker) -> Answer<()> {
        self.change(move |client| async move { jobs::want(&client, job, by).await })
    }

    fn claim(&self, held: Vec<Job>, most: usize) -> Answer<Claimed> {
        let node = self.node.clone();
        self.change(move |client| async move { jobs::claim(&client, &node, &held, most).await })
    }

    fn finish(&self, job: Job) -> Answer<()> {
        self.change(move |client| async move { jobs::finish(&client, job).await })
    }

    fn give_back(&self, job: Job) -> Answer<()> {
        let node = self.node.clone();
        self.change(move |client| async move { jobs::give_back(&client, &node, job).await })
    }

    fn release(&self) -> Answer<()> {
        let node = self.node.clone();
        self.change(move |client| async move { jobs::release(&client, &node).await })
    }

    fn backlog(&self) -> Answer<Backlog> {
        self.look_up(move |client| async move { jobs::backlog(&client).await })
    }
}
